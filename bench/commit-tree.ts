import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openFolder, root } from './measured-server.ts'

const run = promisify(execFile)
const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', ['-C', root, ...args], { encoding: 'utf8' })).stdout.trim()

/** A commit that cannot be measured beside the present state, and why. */
export class NotMeasurable extends Error {
  override readonly name = 'NotMeasurable'
}

export type CommitTree = AsyncDisposable & { readonly folder: string; readonly commit: string }

/** The project's own packages: their links lead into the tree that has them. */
const ownScope = '@mex'

/** Links the present packages into a tree, whose own packages are those of the tree itself. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, ownScope), { recursive: true })
  for (const name of await readdir(from)) if (name !== ownScope) await symlink(join(from, name), join(to, name))
  for (const name of await readdir(join(from, ownScope)))
    await symlink(await readlink(join(from, ownScope, name)), join(to, ownScope, name))
  const ofPage = join(root, 'web', 'node_modules')
  if (existsSync(ofPage)) await symlink(ofPage, join(folder, 'web', 'node_modules'))
}

/** Checks a commit out in a temporary folder, with the present packages. */
export async function openCommitTree(name: string): Promise<CommitTree> {
  const commit = await git('rev-parse', '--verify', '--quiet', '--short', `${name}^{commit}`).catch(() => undefined)
  if (commit === undefined) throw new NotMeasurable(`The history of this repository has no commit ${name}.`)
  const outside = await openFolder()
  const folder = join(outside.path, commit)
  const close = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', folder).catch(() => undefined)
    await outside[Symbol.asyncDispose]()
  }
  try {
    await git('worktree', 'add', '--detach', folder, commit)
    if (!existsSync(join(folder, 'bench', 'server.ts')))
      throw new NotMeasurable(`Commit ${commit} has no bench/server.ts, by which a server is measured.`)
    await linkPackages(folder)
  } catch (error) {
    await close()
    throw error
  }
  return { folder, commit, [Symbol.asyncDispose]: close }
}
