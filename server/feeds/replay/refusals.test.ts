import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('replay-test'), modelVersion)

const apple = 'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果,1d,USD,XNAS,America/New_York,daily/us.csv.gz'
const row = 'AAPL,2026-03-02,250,252,249,251,,50000000'
const good = { 'daily/us.csv.gz': [row] }

test('refuses an inconsistent folder and names the file and line', async () => {
  const cases: [string, string[], Record<string, string[]>, RegExp][] = [
    ['no instrument', [], good, /manifest\.csv:1: no instrument is named/],
    ['no such file', [apple], {}, /manifest\.csv:2: the file daily\/us\.csv\.gz does not exist/],
    [
      'a path out of the folder',
      [apple.replace('daily/us', '../us')],
      good,
      /manifest\.csv:2: the file "\.\.\/us\.csv\.gz"/,
    ],
    ['unknown interval', [apple.replace('1d', '7m')], good, /manifest\.csv:2: the interval "7m" is not one of 1d, 1m/],
    ['minutes in a daily file', [apple.replace('1d', '5m')], good, /manifest\.csv:2: 5m bars cannot be in daily/],
    ['cells missing', [apple.replace(',XNAS', '')], good, /manifest\.csv:2: 11 cells where the header has 12/],
    ['open quotes', [apple.replace('Apple Inc.', '"Apple')], good, /manifest\.csv:2: quotes do not match/],
    ['unknown product', [apple.replace(',0,', ',55,')], good, /manifest\.csv:2: product_source "55"/],
    ['bonds', [apple.replace(',0,UsStock', ',101,')], good, /manifest\.csv:2: product_source "101"/],
    [
      'no bar of it',
      [apple, apple.replace('AAPL,AAPL', 'MSFT,MSFT')],
      good,
      /manifest\.csv:3: daily\/us\.csv\.gz has no bar of MSFT/,
    ],
    [
      'a symbol that the manifest does not name',
      [apple],
      { 'daily/us.csv.gz': [row, row.replace('AAPL', 'ZZZ')] },
      /us\.csv\.gz: ZZZ is not in manifest/,
    ],
    ['a bad row', [apple], { 'daily/us.csv.gz': [row, row] }, /daily\/us\.csv\.gz:3: the time is not later/],
    [
      'a bad number',
      [apple],
      { 'daily/us.csv.gz': [row.replace('252', '2x52')] },
      /daily\/us\.csv\.gz:2: "2x52" is not a number/,
    ],
    [
      'one code twice',
      [apple, apple.replace('AAPL,AAPL', 'AAPL2,AAPL')],
      { 'daily/us.csv.gz': [row, row.replace('AAPL', 'AAPL2')] },
      /manifest\.csv:3: AAPL2 is US:AAPL, which an earlier row already is/,
    ],
    [
      'an index in no known zone',
      ['^X,X,index,99,,X,X,1d,USD,INDEX,Africa/Lagos,daily/i.csv.gz'],
      { 'daily/i.csv.gz': ['^X,2026-03-02,1,1,1,1,,'] },
      /manifest\.csv:2: no trading hours are known for the zone "Africa\/Lagos"/,
    ],
  ]
  for (const [name, manifest, files, message] of cases) {
    const directory = writeFolder(manifest, files)
    await assert.rejects(openReplayFeed({ directory, catalogue, keys }), message, name)
    rmSync(directory, { recursive: true })
  }
})

test('refuses a file that is not gzip, a manifest without its columns, and a folder without a manifest', async () => {
  const directory = writeFolder([apple], good)
  writeFileSync(join(directory, 'daily/us.csv.gz'), 'symbol,date')
  await assert.rejects(openReplayFeed({ directory, catalogue, keys }), /daily\/us\.csv\.gz: is not a gzip file/)
  writeFileSync(join(directory, 'manifest.csv'), 'symbol,code\n')
  await assert.rejects(
    openReplayFeed({ directory, catalogue, keys }),
    /manifest\.csv:1: the column product_source, classify/,
  )
  rmSync(join(directory, 'manifest.csv'))
  await assert.rejects(openReplayFeed({ directory, catalogue, keys }), /manifest\.csv: does not exist/)
  rmSync(directory, { recursive: true })
  await assert.rejects(openReplayFeed({ directory, catalogue, keys }), /does not exist/)
})

test('reads multiplier, tick, lot and group from optional columns, and refuses invalid values', async () => {
  const header = 'symbol,code,product_source,classify,name,name_zh,interval,currency,tz,file,multiplier,tick,lot,group'
  const open = async (extra: string) => {
    const directory = writeFolder([], { 'daily/f.csv.gz': ['ZB=F,2026-03-02,115,116,114,115.5,,200000'] })
    const future = `ZB=F,ZB,3,,Bond,债,1d,USD,America/New_York,daily/f.csv.gz,${extra}`
    writeFileSync(join(directory, 'manifest.csv'), `${header}\n${future}\n`)
    try {
      return await openReplayFeed({ directory, catalogue, keys, start: Date.UTC(2026, 2, 2) })
    } finally {
      rmSync(directory, { recursive: true })
    }
  }
  const feed = await open('1000,0.03125,2,energy')
  const bond = feed.instruments(Date.UTC(2026, 2, 2, 12)).get('FUT:ZB') ?? assert.fail()
  assert.deepEqual(
    [bond.tradable, bond.multiplier, bond.lot, bond.ticks[0]?.tick, bond.contract?.group],
    [true, 1_000_000_000_000_000n, 200_000_000n, 3_125_000n, 'energy'],
  )
  await assert.rejects(open('many,,,'), /manifest\.csv:2: multiplier "many" is not a number above zero/)
  await assert.rejects(open(',0,,'), /manifest\.csv:2: tick "0" is not a number above zero/)
  await assert.rejects(open(',,,bonds'), /manifest\.csv:2: group "bonds" is not one of/)
})

test('reads a repaired file instead of the named one', async () => {
  const directory = writeFolder([apple], { ...good, 'daily/us_repaired.csv.gz': [row.replace('251', '250.5')] })
  const feed = await openReplayFeed({ directory, catalogue, keys })
  const [bar] = feed.bars('US:AAPL', '1D', Date.UTC(2027, 0, 1), 1, Date.UTC(2027, 0, 1))
  assert.equal(bar?.close, 25_050_000_000n)
  rmSync(directory, { recursive: true })
})
