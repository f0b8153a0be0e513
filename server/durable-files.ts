import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Resolves when the names in a folder have reached the disk: a file that was flushed may else be gone, or have no content, after a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a file that was written with `flush` its name: after a loss of power there is the old file or the whole new one. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}
