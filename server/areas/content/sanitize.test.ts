import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverOf, heightsOf } from './cover.ts'
import { sanitizeHtml, plainText } from './sanitize.ts'
import { htmlOf } from './marked-text.ts'

const cases: readonly (readonly [name: string, given: string, kept: string])[] = [
  [
    'text and structure stay',
    '<h2>Fees</h2><ul><li><strong>0.1 %</strong></li></ul>',
    '<h2>Fees</h2><ul><li><strong>0.1 %</strong></li></ul>',
  ],
  ['scripts go with their content', 'a<script>alert(1)</script>b', 'ab'],
  [
    'styles go with their content',
    '<style>p{color:red}</style><p style="color:red" class="x" id="y">a</p>',
    '<p>a</p>',
  ],
  [
    'pictures and frames go',
    '<img src=x onerror=alert(1)><iframe src="https://example.org"></iframe><p>a</p>',
    '<p>a</p>',
  ],
  ['handlers go', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  [
    'a link to a page of ours stays',
    '<a href="#/pages/trade/index?list=1">t</a>',
    '<a href="#/pages/trade/index?list=1">t</a>',
  ],
  [
    'a link to the world opens apart',
    '<a href="https://example.org/a">t</a>',
    '<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">t</a>',
  ],
  ['a link that acts is none', '<a href="javascript:alert(1)">t</a>', '<a>t</a>'],
  ['a link in disguise is none', '<a href=" java\tscript:alert(1)">t</a>', '<a>t</a>'],
  ['a link without its protocol is none', '<a href="//example.org">t</a>', '<a>t</a>'],
  ['an unencrypted link is none', '<a href="http://example.org">t</a>', '<a>t</a>'],
  ['a link to another page of this server is none', '<a href="/file/abc">t</a>', '<a>t</a>'],
  ['drawings with scripts go', '<svg><script>alert(1)</script></svg><math><mi>x</mi></math>', 'x'],
]

for (const [name, given, kept] of cases) {
  test(name, () => {
    assert.equal(sanitizeHtml(given), kept)
    assert.equal(sanitizeHtml(sanitizeHtml(given)), kept)
  })
}

test('titles are one line', () => {
  assert.equal(plainText('  Gold \n  up '), 'Gold up')
})

test('the marks of our articles become elements, and what looks like mark-up stays a text', () => {
  assert.equal(
    htmlOf('A **b** [c](#/pages/trade/index) & <d>\n\n## Two\n\n- one\n- **two**\n\n1. first\n2. second'),
    [
      '<p>A <strong>b</strong> <a href="#/pages/trade/index">c</a> &amp; &lt;d&gt;</p>',
      '<h2>Two</h2>',
      '<ul><li>one</li><li><strong>two</strong></li></ul>',
      '<ol><li>first</li><li>second</li></ol>',
    ].join('\n'),
  )
})

test('a course of prices is drawn between its lowest and its highest', () => {
  assert.deepEqual(heightsOf([10n, 30n, 20n]), [0, 1000, 500])
  assert.equal(heightsOf([10n]), undefined)
  assert.equal(heightsOf([]), undefined)
  assert.equal(heightsOf([5n, 5n, 5n]), undefined)
  const long = heightsOf(Array.from({ length: 390 }, (_, minute) => BigInt(minute)))
  assert.deepEqual([long?.length, long?.[0], long?.at(-1)], [48, 0, 1000])
  const drawing = decodeURIComponent(coverOf([0, 1000, 500]))
  assert.match(drawing, /d="M20 160L160 20L300 90"/)
})
