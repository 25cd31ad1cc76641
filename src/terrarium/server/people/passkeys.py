"""Passkeys (WebAuthn): a device or a password manager signs instead of a password being typed."""

import base64
import hashlib
import json
import time
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from terrarium.server.errors import Problem
from terrarium.server.people import signing
from terrarium.server.people.names import clean_name
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema

WAIT_S = 300.0
"""How long a challenge may be answered."""
MOST = 20
"""Passkeys of one account."""
ANYBODY = "anybody"
"""Whom a challenge to come in is bound to, where there is no session yet."""


def named(credential: bytes) -> str:
    """What a credential is found by."""
    return hashlib.sha256(credential).hexdigest()


def plain(options: Any) -> dict[str, Any]:
    """A library's options as a page takes them."""
    # A large library, loaded when it is first needed: a server must start fast.
    from webauthn import options_to_json

    made: dict[str, Any] = json.loads(options_to_json(options))
    return made


def decoded(text: object) -> bytes:
    """Base64 as browsers write it; Problem where it is none."""
    try:
        return base64.urlsafe_b64decode(str(text) + "==")
    except ValueError as error:
        raise Problem(422, "bad_passkey") from error


async def offered(hall: Hall, credential: dict[str, Any], what: str) -> bytes:
    """The challenge that a credential answers; Problem where this server did not ask it, or too long ago."""
    try:
        told = json.loads(decoded(credential["response"]["clientDataJSON"]))
        given = decoded(told["challenge"])
    except (ValueError, KeyError, TypeError) as error:
        raise Problem(422, "bad_passkey") from error
    if not signing.recognised(await signing.key_of(hall.store), what, given):
        raise Problem(403, "bad_passkey")
    return given


async def begin(hall: Hall, person: Person, rp_id: str, name: str | None) -> dict[str, Any]:
    """What the browser needs to make a passkey: for this account, or for one of this name that the guest wants."""
    from webauthn import generate_registration_options
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    shown = person.name if person.account is not None else clean_name(name or person.name)
    if person.account is None:
        await hall.sessions.check_free(shown)
    query = select(schema.passkeys.c.credential).where(schema.passkeys.c.user_id == person.user_id)
    known = await hall.store.read(lambda connection: [*connection.execute(query).scalars()])
    options = generate_registration_options(
        rp_id=rp_id,
        rp_name="Terrarium",
        user_id=str(person.user_id).encode(),
        user_name=shown,
        challenge=signing.challenge(await signing.key_of(hall.store), f"passkey {person.digest}", WAIT_S),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=decoded(one)) for one in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    return plain(options)


async def add(
    hall: Hall, person: Person, rp_id: str, origin: str, credential: dict[str, Any], name: str | None, label: str
) -> None:
    """Keep a passkey that the browser has made; a guest becomes an account by it."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import InvalidJSONStructure, InvalidRegistrationResponse

    given = await offered(hall, credential, f"passkey {person.digest}")
    try:
        made = verify_registration_response(
            credential=credential, expected_challenge=given, expected_rp_id=rp_id, expected_origin=origin
        )
    except (InvalidRegistrationResponse, InvalidJSONStructure, ValueError, KeyError, TypeError) as error:
        raise Problem(403, "bad_passkey") from error
    if person.account is None:
        await hall.sessions.register(person, name or person.name, None, None)
    values = {
        "id": named(made.credential_id),
        "user_id": person.user_id,
        "credential": base64.urlsafe_b64encode(made.credential_id).decode().rstrip("="),
        "public_key": made.credential_public_key,
        "sign_count": made.sign_count,
        "name": clean_name(label),
        "created": time.time(),
    }

    def write(connection: Connection) -> None:
        p = schema.passkeys
        count = select(func.count()).select_from(p).where(p.c.user_id == person.user_id)
        if connection.execute(count).scalar_one() >= MOST:
            raise Problem(409, "too_many_passkeys", most=MOST)
        connection.execute(insert(p).values(**values))

    try:
        await hall.store.write(write)
    except IntegrityError as error:
        raise Problem(409, "passkey_known") from error


async def listed(hall: Hall, person: Person) -> list[dict[str, object]]:
    p = schema.passkeys.c
    query = select(p.id, p.name, p.created, p.used).where(p.user_id == person.user_id).order_by(p.created)
    rows = await hall.store.read(lambda connection: connection.execute(query).all())
    return [{"id": row.id[:16], "name": row.name, "created": row.created, "used": row.used} for row in rows]


async def remove(hall: Hall, person: Person, which: str) -> None:
    """Forget a passkey; the last way into an account stays."""

    def write(connection: Connection) -> None:
        p, u, lo = schema.passkeys, schema.users, schema.logins
        mine = p.c.user_id == person.user_id
        password = connection.execute(select(u.c.password).where(u.c.id == person.user_id)).scalar()
        keys = connection.execute(select(func.count()).select_from(p).where(mine)).scalar_one()
        other = connection.execute(select(lo.c.subject).where(lo.c.user_id == person.user_id).limit(1)).scalar()
        if password is None and other is None and keys <= 1:
            raise Problem(409, "last_way_in")
        if not connection.execute(delete(p).where(mine, p.c.id.startswith(which, autoescape=True))).rowcount:
            raise Problem(404, "not_found")

    await hall.store.write(write)


async def ask(hall: Hall, guest: Person | None, rp_id: str) -> dict[str, Any]:
    """What the browser needs to sign somebody in with any passkey of this server."""
    from webauthn import generate_authentication_options

    who = ANYBODY if guest is None else guest.digest
    made = signing.challenge(await signing.key_of(hall.store), f"enter {who}", WAIT_S)
    return plain(generate_authentication_options(rp_id=rp_id, challenge=made))


async def enter(
    hall: Hall, guest: Person | None, rp_id: str, origin: str, credential: dict[str, Any]
) -> tuple[str, Person]:
    """A session for whoever has the passkey; what the guest of this browser held goes over."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import InvalidAuthenticationResponse, InvalidJSONStructure

    given = await offered(hall, credential, f"enter {ANYBODY if guest is None else guest.digest}")
    p = schema.passkeys
    query = select(p).where(p.c.id == named(decoded(credential.get("rawId"))))
    known = await hall.store.read(lambda connection: connection.execute(query).one_or_none())
    if known is None:
        raise Problem(403, "bad_passkey")
    try:
        done = verify_authentication_response(
            credential=credential,
            expected_challenge=given,
            expected_rp_id=rp_id,
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except (InvalidAuthenticationResponse, InvalidJSONStructure, ValueError, KeyError, TypeError) as error:
        raise Problem(403, "bad_passkey") from error
    values = {"sign_count": done.new_sign_count, "used": time.time()}
    await hall.store.write(lambda connection: connection.execute(update(p).where(p.c.id == known.id).values(**values)))
    return await hall.sessions.come_in(guest, known.user_id)
