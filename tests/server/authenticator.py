"""A passkey in software: makes credentials and signs with them as a browser's authenticator does."""

import base64
import hashlib
import itertools
import json
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_devices = itertools.count(1)
PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """One device with one key."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(f"device {next(_devices)}".encode()).digest()
        self.count = 0

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _data(self, rp_id: str, flags: int, rest: bytes = b"") -> bytes:
        self.count += 1
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + rest

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | ATTESTED, attested)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        response = {"clientDataJSON": text(client), "attestationObject": text(attestation)}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def sign(self, options: dict[str, Any], user: bytes = b"") -> dict[str, Any]:
        """`navigator.credentials.get`."""
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(options["rpId"], PRESENT | VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": text(user),
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}
