/** Converts the small mark-up of our articles into HTML: headings, lists, numbered lists, emphasis and links. */

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escaped[sign] ?? sign)

const withRuns = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>')

const list = (tag: 'ul' | 'ol', lines: readonly string[], mark: RegExp): string =>
  `<${tag}>${lines.map((line) => `<li>${withRuns(line.replace(mark, ''))}</li>`).join('')}</${tag}>`

function blockOf(block: string): string {
  const lines = block.split('\n').map((line) => line.trim())
  const [first = ''] = lines
  if (first.startsWith('## ')) return `<h2>${withRuns(first.slice(3))}</h2>`
  if (first.startsWith('- ')) return list('ul', lines, /^- /)
  if (/^\d+\. /.test(first)) return list('ol', lines, /^\d+\. /)
  return `<p>${withRuns(lines.join(' '))}</p>`
}

/** Each list item and heading is one line; blocks are separated by an empty line. */
export const htmlOf = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf)
    .join('\n')
