# Terrarium in a container: one stage builds, the other plays. docs/containers.md tells how to use it.
ARG PYTHON=3.13-slim-bookworm

FROM node:22-bookworm-slim AS node

# The browser client and the tab are built, the rules are compiled, and everything is installed into a folder of its own.
FROM python:${PYTHON} AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
# Whatever compiler the distribution has is fine: it does not go into the image.
# hadolint ignore=DL3008
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN TERRARIUM_WITH_TAB=1 pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && python -m venv --without-pip /opt/terrarium \
    && pip --python /opt/terrarium/bin/python install --no-cache-dir "$(ls /wheels/*.whl)[server]" \
    && /opt/terrarium/bin/python -c "import terrarium; assert terrarium.compiled"

FROM python:${PYTHON}
RUN useradd --system --uid 10001 --user-group --create-home --home-dir /var/lib/terrarium terrarium
COPY --from=build /opt/terrarium /opt/terrarium
ENV PATH=/opt/terrarium/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TERRARIUM_DATABASE=sqlite:////var/lib/terrarium/terrarium.db
USER 10001:10001
WORKDIR /var/lib/terrarium
VOLUME /var/lib/terrarium
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["terrarium"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
