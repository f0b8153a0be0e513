import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { openFolder, root } from './measured-server.ts'

const run = promisify(execFile)
const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', ['-C', root, ...args], { encoding: 'utf8' })).stdout.trim()

const results = ['bench/results.json', 'bench/README.md']

/** The commit that the present state is of, and whether more was changed since than the results of measurements. */
export async function presentCommit(): Promise<string> {
  const changed = await git('status', '--porcelain', '--', '.', ...results.map((file) => `:(exclude)${file}`))
  return `${await git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' and changes'}`
}

/** A commit that cannot be measured beside the present state, and why. */
export class NotMeasurable extends Error {
  override readonly name = 'NotMeasurable'
}

export type CommitTree = AsyncDisposable & { readonly folder: string; readonly commit: string }

/** The project's own packages: their links lead into the tree that has them. */
const ownScope = '@mex'

/** The names of the packages in a folder, those of a scope as '@scope/name'. */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const namesOf = async (name: string): Promise<readonly string[]> =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((each) => `${name}/${each}`) : [name]
  return (await Promise.all(names.map(namesOf))).flat()
}

/** Links the packages of one folder into another, apart from those that are there. */
async function linkPackages(from: string, to: string): Promise<void> {
  for (const name of await packagesIn(from)) {
    if (existsSync(join(to, name))) continue
    const target = join(from, name)
    await mkdir(dirname(join(to, name)), { recursive: true })
    await symlink(name.startsWith(`${ownScope}/`) ? await readlink(target) : target, join(to, name))
  }
}

/** What the server of a tree needs and the present project has no more, as 'name@version'. */
async function missingPackages(folder: string): Promise<readonly string[]> {
  const wanted = await Promise.all(
    ['core', 'contract', 'server', 'bench'].map(async (part) => {
      const { dependencies = {} } = JSON.parse(await readFile(join(folder, part, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>
      }
      return Object.entries(dependencies)
    }),
  )
  const missing = wanted.flat().filter(([name]) => !existsSync(join(folder, 'node_modules', name)))
  return missing.map(([name, version]) => `${name}@${version}`)
}

/** Links the present packages into a tree, whose own packages are those of the tree itself; npm fetches what is missing. */
async function providePackages(folder: string, fetched: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  await linkPackages(join(root, 'node_modules'), packages)
  const ofPage = join(root, 'web', 'node_modules')
  if (existsSync(ofPage)) await symlink(ofPage, join(folder, 'web', 'node_modules'))
  const missing = await missingPackages(folder)
  if (missing.length === 0) return
  await run('npm', ['install', '--prefix', fetched, '--no-save', '--ignore-scripts', ...missing])
  await linkPackages(join(fetched, 'node_modules'), packages)
}

/** Checks a commit out in a temporary folder, with the present packages and those that only it has. */
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
    await providePackages(folder, join(outside.path, 'fetched'))
  } catch (error) {
    await close()
    throw error
  }
  return { folder, commit, [Symbol.asyncDispose]: close }
}
