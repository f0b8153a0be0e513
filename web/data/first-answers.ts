/** The answers that the page asked for before the program was there (app/first-paint.js); undefined when lost. */
export type FirstAnswers = Record<string, Promise<Response | undefined>>

/**
 * The body of the first answer to a request, given once: path, body, token and language name it, joined by spaces.
 * Undefined if this was not asked for, too long ago, or without an answer.
 */
export async function takeFirstAnswer(...request: readonly (string | undefined)[]): Promise<unknown> {
  const { firstAnswers = {} } = globalThis as { firstAnswers?: FirstAnswers }
  const name = request.join(' ')
  const answer = firstAnswers[name]
  delete firstAnswers[name]
  return (await answer)?.json().catch(() => undefined)
}
