"""Contact sheets: all pictures of one language, theme and size on one page, so that they can be looked at together."""

from pathlib import Path

from playwright.sync_api import Browser

WIDE = 300
"""How wide a picture is on the sheet; upright ones are half as wide."""


def sheet(browser: Browser, pictures: list[Path], heading: str, out: Path) -> None:
    """One picture of many pictures, each with its name."""
    cells = "".join(
        f"<figure><img src='{path.name}'><figcaption>{path.stem.split('@')[0]}</figcaption></figure>"
        for path in pictures
    )
    page_text = f"""<!doctype html><meta charset=utf-8><style>
      body {{ font: 13px sans-serif; margin: 16px; background: #888; color: #fff }}
      main {{ display: flex; flex-wrap: wrap; gap: 12px; align-items: start }}
      figure {{ margin: 0 }} img {{ width: {WIDE}px; max-height: 600px; object-fit: cover; object-position: top }}
    </style><h1>{heading}</h1><main>{cells}</main>"""
    file = out.with_suffix(".html")
    file.write_text(page_text, encoding="utf-8")
    page = browser.new_page(viewport={"width": 6 * (WIDE + 12) + 32, "height": 900})
    page.goto(file.resolve().as_uri())
    page.wait_for_load_state("networkidle")
    page.screenshot(path=out, full_page=True, type="jpeg", quality=80)
    page.close()
    file.unlink()
