import { texts } from '#text/texts.ts'
import { workspaceTexts } from '#text/parts.ts'

/** Fetches the workspace with its texts. */
export async function load() {
  const [{ Workspace, isTradingPage }] = await Promise.all([import('./workspace.tsx'), texts.need(workspaceTexts)])
  return { Workspace, isTradingPage }
}
