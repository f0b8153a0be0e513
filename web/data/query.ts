import { QueryClient } from '@tanstack/react-query'

import { CallFailure } from './failure.ts'
import { language } from './preferences.ts'
import { currentToken, onSession } from './session.ts'

/** Seconds for which a cached answer counts as fresh. */
export const freshSeconds = 5

/** The cache of answers. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshSeconds * 1000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      // A refusal is final; only a network failure is retried.
      retry: (count, error) => count < 2 && error instanceof CallFailure && error.code === 'network',
      retryDelay: (count) => 800 * 2 ** count,
    },
  },
})

let token = currentToken()
onSession(() => {
  if (currentToken() === token) return
  token = currentToken()
  // Another user or no session: the data of the previous user must not be visible.
  queryClient.clear()
})

// The server answers names and messages in the language of the request.
language.subscribe(() => void queryClient.invalidateQueries())
