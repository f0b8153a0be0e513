import type { Answer } from '@mex/contract/call.ts'
import { files } from '@mex/contract/files.ts'

import { CallFailure } from './failure.ts'
import { language } from './preferences.ts'
import { readAnswer, timeoutMilliseconds } from './send.ts'
import { currentToken, expire } from './session.ts'

export type UploadOptions = {
  /** 0 to 1, of what has left the page. */
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
  /** Instead of the session's: the token of an onboarding, which is never stored. */
  readonly token?: string | undefined
}

/**
 * Hands a picture in, with a word about how far it is: `fetch` does not say what has been sent. Rejects with a
 * `CallFailure` as `send` does, and says nothing by itself.
 */
export function uploadPicture(
  picture: Blob,
  name: string,
  { onProgress, signal, token }: UploadOptions,
): Promise<Answer<typeof files.upload>> {
  const sessionToken = token === undefined ? currentToken() : undefined
  const sent = token ?? sessionToken
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (code: 'network' | 'abort') => () => reject(new CallFailure(code, ''))
    request.open(files.upload.method, files.upload.path)
    request.timeout = timeoutMilliseconds
    request.setRequestHeader('lang', language.get())
    if (sent !== undefined) request.setRequestHeader('authorization', sent)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', fail('network'))
    request.addEventListener('timeout', fail('network'))
    request.addEventListener('abort', fail('abort'))
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(files.upload, bodyOf(request.responseText), sessionToken))
      } catch (error) {
        reject(error instanceof CallFailure ? error : new CallFailure('network', ''))
      }
    })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', picture, name)
    request.send(form)
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
  if (response.status === 401 || response.status === 403) expire(token)
  if (!response.ok) throw new CallFailure(response.status, '')
  return response.blob()
}
