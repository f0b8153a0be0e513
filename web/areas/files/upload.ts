import type { Answer, Call } from '@mex/contract/call.ts'
import { files } from '@mex/contract/files/calls.ts'

import { CallFailure } from '#data/failure.ts'
import { language } from '#data/preferences.ts'
import { readAnswer, timeoutMilliseconds } from '#data/send.ts'
import { currentToken, expireSession } from '#data/session.ts'

export type UploadOptions = {
  /** 0 to 1, of what has left the page. */
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
  /** The page has drawn it: it travels as a data URL, by the call that takes such (specification, calls E). */
  readonly isDrawn?: boolean
  /** Instead of the session's: the token of an onboarding, which is never stored. */
  readonly token?: string | undefined
}

type Sent = { readonly body: FormData; readonly sessionToken: string | undefined; readonly token: string | undefined }

/**
 * Hands a picture in and gives its path, with a word about how far it is: `fetch` does not say what has been sent. Rejects with a
 * `CallFailure` as `send` does, and says nothing by itself.
 */
export async function uploadPicture(picture: Blob, name: string, options: UploadOptions): Promise<string> {
  const sessionToken = options.token === undefined ? currentToken() : undefined
  const token = options.token ?? sessionToken
  const body = new FormData()
  // Whoever is about to register has no token, and the call of drawn pictures asks for one.
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

/** A picture of one's own. It needs the session's token, which the address of an image cannot carry. */
export async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob> {
  const token = currentToken()
  const headers = { lang: language.get(), ...(token === undefined ? {} : { authorization: token }) }
  const response = await fetch(new URL(path, location.origin), { headers, signal })
  if (response.status === 401 || response.status === 403) expireSession(token)
  if (!response.ok) throw new CallFailure(response.status, '')
  return response.blob()
}
