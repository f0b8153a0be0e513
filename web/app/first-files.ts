/** Lets the browser answer to fingers and draw. Browsers without `scheduler` wait for a few milliseconds more. */
const nextTask = (): Promise<unknown> => {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<unknown> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/**
 * Runs the files of the first page (app/first-paint.js), each in a task of its own: an import of the screen would run
 * them all in one task. A file that fails is fetched again by that import, which tells the person.
 */
export async function runFirstFiles(): Promise<void> {
  const { firstFiles = [] } = globalThis as { firstFiles?: readonly string[] }
  for (const file of firstFiles) {
    await import(/* @vite-ignore */ `/assets/${file}`).catch(() => undefined)
    await nextTask()
  }
}
