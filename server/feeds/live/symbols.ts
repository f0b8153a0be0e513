import type { Instrument } from '@mex/core/market/instrument.ts'

/** The symbols of Yahoo Finance for our indices. An index that it does not have is not listed. */
const indices: Readonly<Record<string, string>> = {
  SPX: '^GSPC',
  NDX: '^NDX',
  DJI: '^DJI',
  RUT: '^RUT',
  HSI: '^HSI',
  HSCEI: '^HSCE',
  HSTECH: 'HSTECH.HK',
  IPC: '^MXX',
  FTSE: '^FTSE',
  DAX: '^GDAXI',
  CAC: '^FCHI',
  SX5E: '^STOXX50E',
  NKY: '^N225',
  SSEC: '000001.SS',
  CSI300: '000300.SS',
  KOSPI: '^KS11',
  TWII: '^TWII',
  ASX: '^AXJO',
  NIFTY: '^NSEI',
}

/**
 * The symbol of an instrument at Yahoo Finance; undefined where it has none that we could trust. It has no spot metals. The months of futures
 * are left out, because nothing there says at which price a month settles.
 */
export function symbolOf({ market, code }: Pick<Instrument, 'market' | 'code'>): string | undefined {
  switch (market) {
    case 'US':
      return code.replaceAll('.', '-')
    case 'HK':
      return `${String(Number(code)).padStart(4, '0')}.HK`
    case 'MX':
      return `${code}.MX`
    case 'FX':
      return /^XA[UG]|XA[UG]$/.test(code) ? undefined : `${code.replace(/^USD(?=...$)/, '')}=X`
    case 'CRYPTO':
      return `${code}-USD`
    case 'GLOBAL':
      return indices[code]
    case 'FUT':
    case 'BOND':
      return undefined
  }
}
