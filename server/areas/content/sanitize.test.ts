import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverOf, heightsOf } from './cover.ts'
import { sanitizeHtml, plainText } from './sanitize.ts'
import { htmlOf } from './marked-text.ts'

const cases: readonly (readonly [name: string, given: string, kept: string])[] = [
  [
    'keeps text and structure',
    '<h2>Fees</h2><ul><li><strong>0.1 %</strong></li></ul>',
    '<h2>Fees</h2><ul><li><strong>0.1 %</strong></li></ul>',
  ],
  ['removes scripts with their content', 'a<script>alert(1)</script>b', 'ab'],
  [
    'removes styles with their content',
    '<style>p{color:red}</style><p style="color:red" class="x" id="y">a</p>',
    '<p>a</p>',
  ],
  [
    'removes pictures and frames',
    '<img src=x onerror=alert(1)><iframe src="https://example.org"></iframe><p>a</p>',
    '<p>a</p>',
  ],
  ['removes event handlers', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  [
    'keeps a link to a page of the product',
    '<a href="#/pages/trade/index?list=1">t</a>',
    '<a href="#/pages/trade/index?list=1">t</a>',
  ],
  [
    'opens an external link in a new window without an opener',
    '<a href="https://example.org/a">t</a>',
    '<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">t</a>',
  ],
  ['removes a javascript link', '<a href="javascript:alert(1)">t</a>', '<a>t</a>'],
  ['removes a disguised javascript link', '<a href=" java\tscript:alert(1)">t</a>', '<a>t</a>'],
  ['removes a link without a protocol', '<a href="//example.org">t</a>', '<a>t</a>'],
  ['removes an unencrypted link', '<a href="http://example.org">t</a>', '<a>t</a>'],
  ['removes a link to another path of this server', '<a href="/file/abc">t</a>', '<a>t</a>'],
  ['removes drawings with scripts', '<svg><script>alert(1)</script></svg><math><mi>x</mi></math>', 'x'],
]

for (const [name, given, kept] of cases) {
  test(name, () => {
    assert.equal(sanitizeHtml(given), kept)
    assert.equal(sanitizeHtml(sanitizeHtml(given)), kept)
  })
}

test('titles are reduced to one line', () => {
  assert.equal(plainText('  Gold \n  up '), 'Gold up')
})

test('the mark-up of our articles becomes elements, and HTML in it stays text', () => {
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

test('a price line is scaled between its lowest and highest price', () => {
  assert.deepEqual(heightsOf([10n, 30n, 20n]), [0, 1000, 500])
  assert.equal(heightsOf([10n]), undefined)
  assert.equal(heightsOf([]), undefined)
  assert.equal(heightsOf([5n, 5n, 5n]), undefined)
  const long = heightsOf(Array.from({ length: 390 }, (_, minute) => BigInt(minute)))
  assert.deepEqual([long?.length, long?.[0], long?.at(-1)], [48, 0, 1000])
  const drawing = decodeURIComponent(coverOf([0, 1000, 500]))
  assert.match(drawing, /d="M20 160L160 20L300 90"/)
})
