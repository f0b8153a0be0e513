import { Writable } from 'node:stream'
import { openLog } from '@mex/server/testing.ts'

/** A line of the security log. */
export type Line = Readonly<Record<string, unknown>>

/** A log as the product writes it, from a level on, read again line by line. */
export function openReading(level = 'info') {
  const written: string[] = []
  const log = openLog(level, new Writable({ write: (chunk, _, next) => (written.push(String(chunk)), next()) }))
  const lines = (): Line[] =>
    written
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
  return {
    log,
    text: () => written.join(''),
    lines: () => lines().filter((line) => 'security' in line),
    /** What went wrong, and what came of no doing of anybody. */
    errors: () => lines().filter(({ level }) => Number(level) >= 50),
  }
}
