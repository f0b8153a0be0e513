import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { describeSettings, orderProducts } from '@mex/server/testing.ts'
import { readMetrics, type Series } from '@mex/world/metrics.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { parse } from 'yaml'

/** The dashboard, the alerts, their runbooks and the list of metrics say what a real server measures. */

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}
type Rules = { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }
type RuleTest = { readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: unknown }[] }

const rules = (parse(read('deploy/prometheus/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { readonly panels: readonly Panel[] }
const alerts = rules.map(({ alert }) => alert).toSorted()

type Expression = { readonly from: string; readonly text: string }
const expressions: readonly Expression[] = [
  ...rules.map(({ alert, expr }) => ({ from: alert, text: expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ from: title, text: expr }))),
]

type Selector = { readonly name: string; readonly matchers: readonly Matcher[] }
type Matcher = { readonly label: string; readonly operator: string; readonly value: string }

/** The words of PromQL that are neither a function nor a metric. */
const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'offset', 'bool'])
const matcher = /(\w+)(=~|!~|!=|=)"([^"]*)"/g

/** The metrics that an expression selects, with their matchers. */
function selectorsOf(text: string): Selector[] {
  const selectors: Selector[] = []
  const grouped = text.replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '').replaceAll(/\[[^\]]*\]/g, '')
  for (const [, name = '', call, braces = ''] of grouped.matchAll(/(?<![\w."|/$])([a-z_]\w*)(\s*\()?(?:\{([^}]*)\})?/g))
    if (call === undefined && !words.has(name))
      selectors.push({
        name,
        matchers: Array.from(braces.matchAll(matcher), ([, label = '', operator = '', value = '']) => ({
          label,
          operator,
          value,
        })),
      })
  return selectors
}

/** Labels and metrics that Prometheus itself adds. */
const added = new Set(['job', 'instance'])
const ofPrometheus = new Set(['up'])

let world: World
let types: ReadonlyMap<string, string>
let series: readonly Series[]
before(async () => {
  world = await openWorld({ seed: 'monitoring' })
  const person = await world.person()
  const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
  await person.askWire(calls.trading.createStock, share)
  await world.step()
  const text = await (await fetch(new URL('/metrics', world.url))).text()
  types = new Map(Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type = '']) => [name, type]))
  series = readMetrics(text)
})
after(() => world[Symbol.asyncDispose]())

/** Whether the server has a metric; the series of a histogram have three endings. */
function isMeasured(name: string): boolean {
  const histogram = /^(\w+)_(bucket|sum|count)$/.exec(name)?.[1]
  return types.has(name) || (histogram !== undefined && types.get(histogram) === 'histogram')
}

test('every metric of the dashboard and of the alerts is one of the server', () => {
  const selected = expressions.flatMap(({ from, text }) => selectorsOf(text).map(({ name }) => ({ from, name })))
  assert(selected.length > 60, 'the expressions are read')
  assert.deepEqual(
    selected.filter(({ name }) => !ofPrometheus.has(name) && !isMeasured(name)),
    [],
  )
  for (const { from, text } of expressions) assert(selectorsOf(text).length > 0, `${from} selects something`)
})

test('every label of the dashboard and of the alerts exists, with the values that they ask for', () => {
  // Only a program error makes a series of these.
  const without = new Set(['failures_total'])
  const unknown = expressions.flatMap(({ from, text }) =>
    selectorsOf(text).flatMap(({ name, matchers }) => {
      const own = series.filter((one) => one.name === name)
      return matchers
        .filter(({ label }) => !added.has(label) && !without.has(name))
        .filter(({ label, operator, value }) => {
          const values = new Set(own.map(({ labels }) => labels[label]))
          if (operator.startsWith('!')) return values.size === 0 || values.has(undefined)
          // The calls of orders have a test of their own.
          return label !== 'call' && !value.split('|').every((one) => values.has(one))
        })
        .map(({ label, value }) => `${from}: ${name} ${label} ${value}`)
    }),
  )
  assert.deepEqual(unknown, [])
})

test('the time of an order is that of every call that places an order', () => {
  const placing = [...orderProducts.keys()].map(({ path }) => path).toSorted()
  const asked = expressions.flatMap(({ text }) =>
    selectorsOf(text).flatMap(({ matchers }) =>
      matchers.filter(({ label }) => label === 'call').map(({ value }) => value.split('|').toSorted()),
    ),
  )
  assert.equal(asked.length, 4)
  for (const paths of asked) assert.deepEqual(paths, placing)
})

/** Calls of a product that move no order, although they are kept under an idempotency key. */
const noOrders = new Set<string>([calls.trading.addMargin.path, calls.trading.amendOrder.path])

test('every call of a product that is kept under an idempotency key counts as an order', () => {
  const { trading, offerings, placings, blocks, bonds, quantify, follows, robots } = calls
  const ofProducts = [trading, offerings, placings, blocks, bonds, quantify, follows, robots].flatMap((group) =>
    Object.values(group),
  )
  const kept = ofProducts.filter(({ idempotency, path }) => idempotency === 'key' && !noOrders.has(path))
  assert.deepEqual(new Set(orderProducts.keys()), new Set(kept))
})

test('every alert has a runbook with users, look and do, every runbook an alert, and every link leads there', () => {
  const sections = read('docs/guide/runbooks.md').split(/^## /m).slice(1)
  const titles = sections.map((section) => section.split('\n')[0] ?? '')
  assert.deepEqual(titles.toSorted(), alerts)
  for (const section of sections)
    for (const part of ['*Page. ', '**Users** ', '**Look at** ', '**Do**'])
      assert(section.includes(part) || (part === '*Page. ' && section.includes('*Ticket. ')), `${section}: ${part}`)
  for (const { alert, labels, annotations } of rules) {
    assert.equal(annotations.runbook, `docs/guide/runbooks.md#${alert.toLowerCase()}`)
    const section = present(sections[titles.indexOf(alert)], alert)
    assert.equal(section.includes('*Page. ') ? 'page' : 'ticket', labels.severity, alert)
  }
})

test('the links within the runbooks lead to a section', () => {
  const text = read('docs/guide/runbooks.md')
  const anchors = new Set(alerts.map((alert) => `#${alert.toLowerCase()}`))
  const links = Array.from(text.matchAll(/\]\((#[^)]+)\)/g), ([, link = '']) => link)
  assert(links.length > 10)
  assert.deepEqual(
    links.filter((link) => !anchors.has(link)),
    [],
  )
})

test('every alert has a case of promtool in which it fires and one in which it does not', () => {
  const { tests } = parse(read('deploy/prometheus/alerts.test.yml')) as { readonly tests: readonly RuleTest[] }
  const cases = tests.flatMap((one) => one.alert_rule_test)
  const named = (fires: boolean): string[] => [
    ...new Set(cases.filter((one) => (one.exp_alerts !== undefined) === fires).map(({ alertname }) => alertname)),
  ]
  assert.deepEqual(named(true).toSorted(), alerts)
  assert.deepEqual(named(false).toSorted(), alerts)
})

/** Files that other programs read, and what those programs say of them. */
const readers = [
  { name: 'promtool', from: 'prometheus', args: ['test', 'rules', 'deploy/prometheus/alerts.test.yml'] },
  { name: 'promtool', from: 'prometheus', args: ['check', 'config', 'deploy/prometheus/prometheus.yml'] },
  { name: 'systemd-analyze', from: 'systemd', args: ['verify', 'deploy/systemd/practice.service'] },
]
for (const { name, from, args } of readers) {
  const skip = spawnSync(name, ['--version']).status !== 0 && `${name} is not installed (apt-get install ${from})`
  test(`${name} ${args.join(' ')} finds no fault`, { skip }, () => {
    const { status, stdout, stderr } = spawnSync(name, args, { cwd: root, encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
  })
}

test('the guide lists every metric of the product, and no other', () => {
  const section = read('docs/guide/operating.md').split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? ''
  const listed = Array.from(section.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name)
  const own = [...types.keys()].filter((name) => !/^(process|nodejs)_/.test(name))
  assert.deepEqual(listed.toSorted(), own.toSorted())
})

test('the rules know the server by the job of the configuration, and the unit names settings that exist', () => {
  const { scrape_configs: scraped } = parse(read('deploy/prometheus/prometheus.yml')) as {
    readonly scrape_configs: readonly { readonly job_name: string }[]
  }
  const jobs = new Set(
    rules.flatMap(({ expr }) =>
      selectorsOf(expr).flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'job')),
    ),
  )
  assert(jobs.size > 0)
  for (const { value } of jobs) assert.equal(value, scraped[0]?.job_name)
  const set = Array.from(read('deploy/systemd/practice.service').matchAll(/^Environment=(\w+)=/gm), ([, name]) => name)
  assert.deepEqual(set, ['DATA_DIR', 'DRAIN_SECONDS'])
  for (const name of set) assert.match(describeSettings(), new RegExp(`^  ${name} `, 'm'))
})

test('the unit starts a server again that ends with 1, as one does that was replaced', () => {
  const unit = read('deploy/systemd/practice.service')
  assert.deepEqual(unit.match(/^Restart=.*$/gm), ['Restart=on-failure'])
  assert.doesNotMatch(unit, /^(SuccessExitStatus|RestartPreventExitStatus)=/m)
  assert.match(read('server/main.ts'), /onGivenUp: \(\) => process\.exit\(1\)/)
})
