import { statfs } from 'node:fs/promises'
import { settings } from '@mex/core/settings.ts'

/** Watches the free space of the data volume. */
export type DiskSpace = {
  /** True while less is free than `storage.freeMegabytesMin`: calls that add data are then refused. */
  isLow(): boolean
  /** As last measured; undefined while the volume cannot be read. */
  freeBytes(): number | undefined
  /** Measures now. */
  check(): Promise<void>
  close(): void
}

export type DiskSpaceOptions = {
  /** Where the database's files are. */
  readonly folder: string
  readonly log: (message: string) => void
  readonly warn: (message: string) => void
}

const megabyte = 1024 * 1024
/** Short enough that the writes in between are far smaller than the reserve. */
const checkMilliseconds = 5000

/** Measures the free space now and every few seconds. */
export async function openDiskSpace({ folder, log, warn }: DiskSpaceOptions): Promise<DiskSpace> {
  let isLow = false
  let isUnreadable = false
  let freeBytes: number | undefined

  async function check(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(folder)
      freeBytes = bavail * bsize
      const free = Math.floor(freeBytes / megabyte)
      const least = settings.storage.freeMegabytesMin
      const wasLow = isLow
      isLow = free < least
      isUnreadable = false
      if (isLow && !wasLow)
        warn(`Only ${free} MB are free in ${folder}, less than ${least}: new accounts, pictures and orders are refused`)
      if (wasLow && !isLow) log(`${free} MB are free in ${folder}: everything is accepted again`)
    } catch (error) {
      if (!isUnreadable) warn(`The free space of ${folder} cannot be read: ${String(error)}`)
      isUnreadable = true
      freeBytes = undefined
    }
  }

  await check()
  const timer = setInterval(() => void check(), checkMilliseconds)
  timer.unref()
  return { isLow: () => isLow, freeBytes: () => freeBytes, check, close: () => clearInterval(timer) }
}
