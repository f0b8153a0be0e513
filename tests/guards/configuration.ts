import type { Guard } from './guard.ts'

const roles = 'server/db/roles.test.ts'
const backup = 'tests/ops/backup.test.ts'

/** Database roles, secrets and the listening address. */
export const configuration: readonly Guard[] = [
  {
    name: 'configuration: the server listens on loopback only',
    rows: ['12.2.1', '13.4.5'],
    file: 'server/environment.ts',
    find: "variable('HOST', '127.0.0.1',",
    replace: "variable('HOST', '0.0.0.0',",
    test: 'server/environment.test.ts',
    fails: 'uses the defaults of a private installation',
  },
  {
    name: 'roles: the database password is random',
    rows: ['13.2.1', '13.2.3'],
    file: 'server/db/roles.ts',
    find: "const password = randomBytes(24).toString('base64url')",
    replace: "const password = 'practice'",
    test: roles,
    fails: 'the worker of the built-in database gets a new password',
  },
  {
    name: 'roles: the server can add journals but not change them',
    rows: ['13.2.2', '16.4.2'],
    file: 'server/db/roles.ts',
    find: '`grant select, insert on ${on((row) => row.isAppendOnly)} ${to}`',
    replace: '`grant select, insert, update, delete on ${on((row) => row.isAppendOnly)} ${to}`',
    test: roles,
    fails: 'refuses that a journal is changed',
  },
  {
    name: 'roles: the owner of the tables is refused as the worker role',
    rows: ['13.2.2'],
    file: 'server/db/roles.ts',
    find: 'if (rows[0]?.isStrong !== false)',
    replace: 'if (rows[0] === undefined)',
    test: roles,
    fails: 'refuses an owner of the tables',
  },
  {
    name: 'secrets: restored files are readable by their owner only',
    rows: ['13.3.1', '13.3.2'],
    file: 'server/ops/backup.ts',
    find: 'await writeFile(place, content, { mode: 0o600, flush: true })',
    replace: 'await writeFile(place, content, { mode: 0o644, flush: true })',
    test: backup,
    fails: 'a backup restored on another server',
  },
  {
    name: 'secrets: new files are readable by their owner only',
    rows: ['13.3.1', '13.3.2'],
    file: 'server/secrets.ts',
    find: 'await chmod(`${file}.new`, 0o600)',
    replace: 'await chmod(`${file}.new`, 0o644)',
    test: backup,
    fails: 'a backup restored on another server',
  },
  {
    name: 'secrets: a restored folder is accessible to its owner only',
    rows: ['13.3.2'],
    file: 'server/ops/backup.ts',
    find: 'if (folder !== dataFolder) await chmod(folder, 0o700)',
    replace: '',
    test: backup,
    fails: 'a backup restored on another server',
  },
  {
    name: 'secrets: a backup is readable by its owner only',
    rows: ['13.3.2'],
    file: 'server/ops/sealed-file.ts',
    find: "open(fresh, 'w', 0o600)",
    replace: "open(fresh, 'w', 0o644)",
    test: backup,
    fails: 'a backup of a running server is encrypted',
  },
]
