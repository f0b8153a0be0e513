import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openFolder } from './server-process.ts'

/** A newer version of the program: this one with another migration, which changes the table of orders. */
export type NewerProgram = {
  readonly server: string
  readonly ops: string
  remove(this: void): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const migration = '9999-later.sql'

export async function openNewerProgram(): Promise<NewerProgram> {
  const folder = await openFolder()
  await cp(join(root, 'server'), join(folder, 'server'), {
    recursive: true,
    filter: (source) => basename(source) !== '.types',
  })
  for (const name of ['node_modules', 'data', 'package.json']) await symlink(join(root, name), join(folder, name))
  await mkdir(join(folder, 'web'))
  await writeFile(
    join(folder, 'server', 'db', 'migrations', migration),
    `alter table trade_order add column colour text not null default 'green';
     create index trade_order_colour on trade_order (colour);`,
  )
  return {
    server: join(folder, 'server', 'main.ts'),
    ops: join(folder, 'server', 'ops.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
