/** Texts for errors of the operating system and of the database, by their codes. */
const files: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a folder is needed there, and a file is in its place',
  EEXIST: 'a folder is needed there, and a file is in its place',
  EISDIR: 'a file is needed there, and a folder is in its place',
}
const unreachable = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'])
const nameless = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const look = 'look at DATABASE_URL and DATABASE_OWNER_URL'
const database: Readonly<Record<string, string>> = {
  '28P01': `The database does not take the role or its password: ${look}.`,
  '28000': `The database does not take the role: ${look}.`,
  '3D000': `There is no such database on that server: make it first, or ${look}.`,
  '42501': `The role may not do that in the database: its owner makes the tables, by DATABASE_URL or by DATABASE_OWNER_URL.`,
}

type Failed = Error & {
  readonly code: string
  readonly path?: string
  readonly syscall?: string
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}
const hasCode = (error: unknown): error is Failed =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Explains to the operator why a server cannot listen or reach its folder or database; undefined for a program error. */
export function startupErrorText(error: unknown): string | undefined {
  if (!hasCode(error)) return undefined
  const { code, syscall, path, message } = error
  if (code === 'EADDRINUSE')
    return `${message}: another program uses this port. Choose another one: PORT=8081 npm start`
  if (syscall === 'listen')
    return `${message}: HOST has to be an address of this machine, and PORT one that this user may use (from 1024 on).`
  if (nameless.has(code)) return `Nothing is known by the name ${error.hostname ?? ''}: look at HOST and DATABASE_URL.`
  if (unreachable.has(code)) {
    const place = error.address === undefined ? '' : ` at ${error.address}:${error.port ?? ''}`
    return `The database${place} does not answer: start it, or ${look}.`
  }
  if (path !== undefined) return files[code] === undefined ? undefined : `${path}: ${files[code]}.`
  return database[code]
}
