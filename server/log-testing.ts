import type { Logger } from 'pino'
import { openLog } from './log.ts'

/**
 * Only what goes wrong, on standard error. Lines about security are written at every level, and would be thousands where
 * nobody reads them.
 */
export const openQuietLog = (): Logger =>
  openLog('error', { write: (line) => void (line.includes('"security":') || process.stderr.write(line)) })
