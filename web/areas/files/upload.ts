import type { Answer, Call } from '@mex/contract/call.ts'
import { files } from '@mex/contract/files/calls.ts'

import { CallFailure } from '#data/failure.ts'
import { language } from '#data/preferences.ts'
import { readAnswer, timeoutMilliseconds } from '#data/send.ts'
import { currentToken, expireSession } from '#data/session.ts'

export type UploadOptions = {
  /** The sent share of the upload, 0 to 1. */
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
  /** The page drew the picture: sends it as a data URL with the call for those (specification, calls E). */
  readonly isDrawn?: boolean
  /** The token of an onboarding, instead of the session's; it is never stored. */
  readonly token?: string | undefined
}

type Sent = { readonly body: FormData; readonly sessionToken: string | undefined; readonly token: string | undefined }

/**
 * Uploads a picture and resolves with its path. Uses XMLHttpRequest, because `fetch` reports no upload progress. Rejects
 * with a `CallFailure` as `send` does, and announces nothing.
 */
export async function uploadPicture(picture: Blob, name: string, options: UploadOptions): Promise<string> {
  const sessionToken = options.token === undefined ? currentToken() : undefined
  const token = options.token ?? sessionToken
  const body = new FormData()
  // The call for drawn pictures needs a token, which a visitor who registers does not have.
  if (options.isDrawn === true && token !== undefined) {
    body.append('file', await dataUrlOf(picture))
    body.append('fileName', name)
    body.append('type', picture.type)
    return transmit(files.uploadText, { body, token, sessionToken }, options)
  }
  body.append('file', picture, name)
  return (await transmit(files.upload, { body, token, sessionToken }, options)).path
}

const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new CallFailure('network', '')))
    reader.readAsDataURL(picture)
  })

function transmit<C extends Call>(
  call: C,
  { body, token, sessionToken }: Sent,
  { onProgress, signal }: UploadOptions,
): Promise<Answer<C>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (code: 'network' | 'abort') => () => reject(new CallFailure(code, ''))
    request.open(call.method, call.path)
    request.timeout = timeoutMilliseconds
    request.setRequestHeader('lang', language.get())
    if (token !== undefined) request.setRequestHeader('authorization', token)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', fail('network'))
    request.addEventListener('timeout', fail('network'))
    request.addEventListener('abort', fail('abort'))
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(call, bodyOf(request.responseText), sessionToken))
      } catch (error) {
        reject(error instanceof CallFailure ? error : new CallFailure('network', ''))
      }
    })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Fetches a private picture with the session's token, which the URL of an `img` cannot carry. */
export async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob> {
  const token = currentToken()
  const headers = { lang: language.get(), ...(token === undefined ? {} : { authorization: token }) }
  const response = await fetch(new URL(path, location.origin), { headers, signal })
  if (response.status === 401 || response.status === 403) expireSession(token)
  if (!response.ok) throw new CallFailure(response.status, '')
  return response.blob()
}
