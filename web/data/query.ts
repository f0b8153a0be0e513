import { QueryClient } from '@tanstack/react-query'

import { CallFailure } from './failure.ts'
import { language } from './preferences.ts'
import { currentToken, onSession } from './session.ts'

/** Seconds for which an answer is shown without asking again. */
export const freshSeconds = 5

/** The one cache of answers. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshSeconds * 1000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      // A refusal stays one; only a missing answer is worth a second try.
      retry: (count, error) => count < 2 && error instanceof CallFailure && error.code === 'network',
      retryDelay: (count) => 800 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

let token = currentToken()
onSession(() => {
  if (currentToken() === token) return
  token = currentToken()
  // Another person, or nobody: nothing of the person before may be seen.
  queryClient.clear()
})

// Names and messages come in the caller's language.
language.subscribe(() => void queryClient.invalidateQueries())
