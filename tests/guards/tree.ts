import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Guard } from './guard.ts'

export const root = resolve(import.meta.dirname, '..', '..')

/** A copy of the project in which guards can be removed. */
export type Tree = AsyncDisposable & {
  readonly folder: string
  /** Removes a guard while `work` runs; throws unless its text occurs in the file exactly once. */
  without<Result>(guard: Guard, work: () => Promise<Result>): Promise<Result>
}

const sourceFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))

/** Links the installed packages of the original; the project's own packages are those of the copy. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(root, 'node_modules')
  const own = join(folder, 'node_modules')
  await mkdir(join(own, '@mex'), { recursive: true })
  for (const entry of await readdir(packages))
    if (entry !== '@mex' && !entry.startsWith('.')) await symlink(join(packages, entry), join(own, entry))
  await symlink(join(packages, '.bin'), join(own, '.bin'))
  for (const part of await readdir(join(packages, '@mex'))) await symlink(join(folder, part), join(own, '@mex', part))
}

/** The text without the guard; undefined unless the guard's text occurs exactly once. */
export function withoutGuard(text: string, { find, replace }: Guard): string | undefined {
  const [before, after, ...more] = text.split(find)
  return before === undefined || after === undefined || more.length > 0 ? undefined : before + replace + after
}

export async function openTree(): Promise<Tree> {
  await mkdir(join(root, '.data'), { recursive: true })
  const folder = await mkdtemp(join(root, '.data', 'guards-'))
  for (const path of sourceFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await copyFile(join(root, path), join(folder, path))
  }
  // Tests of the source list its files with git, but the project's own repository ignores this folder.
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  await linkPackages(folder)
  return {
    folder,
    async without(guard, work) {
      const path = join(folder, guard.file)
      const text = await readFile(path, 'utf8')
      const mutated = withoutGuard(text, guard)
      if (mutated === undefined) throw new Error(`${guard.name}: its text does not occur exactly once in ${guard.file}`)
      await writeFile(path, mutated)
      try {
        return await work()
      } finally {
        await writeFile(path, text)
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
