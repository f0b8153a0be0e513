import { Writable } from 'node:stream'
import { openLog } from '@mex/server/testing.ts'

/** A line of the security log. */
export type Line = Readonly<Record<string, unknown>>

/** The product's log at a level, with its lines parsed. */
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
    /** Lines at level error or above. */
    errors: () => lines().filter(({ level }) => Number(level) >= 50),
  }
}
