import { test } from '@playwright/test'
import { serverCount } from './open-server.ts'

/** Skips the journeys of a file when they are played before several servers (SERVERS=3): what they are about exists in one alone. */
export function aboutOneServer(reason: string): void {
  test.skip(serverCount > 1, `about one server: ${reason}`)
}
