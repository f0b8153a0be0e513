import type { Logger } from 'pino'
import { openLog } from './log.ts'

/** Logs only errors, to standard error. Drops security lines, which are written at every level and would be thousands. */
export const openQuietLog = (): Logger =>
  openLog('error', { write: (line) => void (line.includes('"security":') || process.stderr.write(line)) })
