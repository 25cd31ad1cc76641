/** Passkeys: what the server asks and the browser's authenticator answers, as JSON there and bytes here. */

import { post, type Session } from './api'

interface Options {
  challenge: string
  user?: { id: string; name: string; displayName: string }
  excludeCredentials?: { id: string; type: 'public-key' }[]
  allowCredentials?: { id: string; type: 'public-key' }[]
  [other: string]: unknown
}

export const passkeysHere = (): boolean => 'PublicKeyCredential' in window && window.isSecureContext

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function read(options: Options): Record<string, unknown> {
  const known = (list: Options['allowCredentials']): unknown => list?.map((one) => ({ ...one, id: bytes(one.id) }))
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user ? { user: { ...options.user, id: bytes(options.user.id) } } : {}),
    ...(options.excludeCredentials ? { excludeCredentials: known(options.excludeCredentials) } : {}),
    ...(options.allowCredentials ? { allowCredentials: known(options.allowCredentials) } : {}),
  }
}

function written(credential: PublicKeyCredential, response: Record<string, ArrayBuffer | null>): unknown {
  const kept = Object.entries(response).filter((part): part is [string, ArrayBuffer] => part[1] !== null)
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(kept.map(([name, data]) => [name, text(data)])),
  }
}

/** A passkey for my account; a guest becomes an account of this name by it. */
export async function addPasskey(name: string, account?: string): Promise<Session> {
  const wish = account === undefined ? {} : { account }
  const { options } = await post<{ options: Options }>('/passkeys/options', wish)
  const publicKey = read(options) as unknown as PublicKeyCredentialCreationOptions
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  return post<Session>('/passkeys', { ...wish, name, credential: written(made, { clientDataJSON, attestationObject }) })
}

export async function enterWithPasskey(): Promise<Session> {
  const { options } = await post<{ options: Options }>('/login/passkey/options')
  const publicKey = read(options) as unknown as PublicKeyCredentialRequestOptions
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response as AuthenticatorAssertionResponse
  const credential = written(found, { clientDataJSON, authenticatorData, signature, userHandle })
  return post<Session>('/login/passkey', { credential })
}
