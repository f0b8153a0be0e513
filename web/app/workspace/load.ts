import { wideLists } from '#areas/market/door/wide-lists.ts'
import { wide } from '#data/wide.ts'
import { texts } from '#text/texts.ts'
import { workspaceTexts } from '#text/parts.ts'

/** Fetches the workspace with its texts. */
export async function load() {
  const [{ Workspace, isTradingPage, wideTable }] = await Promise.all([
    import('./workspace.tsx'),
    texts.need(workspaceTexts),
  ])
  // Before the workspace is drawn, so that the first page has the layout of a wide window at once.
  wideLists.set(wideTable)
  wide.set(true)
  return { Workspace, isTradingPage }
}
