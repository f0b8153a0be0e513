import { assert } from '@mex/core/assert.ts'

/**
 * The permanent ids of instruments' own paths (market model §3): the first id of the market plus the code's position in
 * its list. An id is part of every draw, so a list may only grow at its end, and a code that leaves the catalogue
 * stays. Factors have the ids below 1000 (`factors.ts`).
 */
export const pathIdLists: readonly { readonly market: string; readonly first: number; readonly codes: string }[] = [
  {
    market: 'GLOBAL',
    first: 1000,
    codes: `
      SPX NDX DJI RUT HSI HSTECH IPC FTSE DAX CAC SX5E NKY SSEC CSI300 KOSPI TWII ASX NIFTY
      HSCEI`,
  },
  {
    market: 'FX',
    first: 1100,
    codes: `
      XAUUSD XAGUSD`,
  },
  {
    market: 'COMMODITY',
    first: 1200,
    codes: `
      HG CL NG RB ZC ZW ZS LE KC SB`,
  },
  {
    market: 'CRYPTO',
    first: 1300,
    codes: `
      BTC ETH SOL LTC BNB BCH XRP DOGE`,
  },
  {
    market: 'US',
    first: 2000,
    codes: `
      AAPL ABBV ABNB ABT ADBE ADI AMAT AMD AMGN AMT AMZN APD ARM ASML AVGO AXP BA BABA BAC BKNG BLK BMY BRK-B
      C CAT CL CMCSA CME CMG COIN COP COST CRM CRWD CSCO CVX DAL DE DELL DIS DUK EBAY ECL EQIX F FDX GE GILD
      GM GOOGL GS HD HON HOOD IBM INTC ISRG JD JNJ JPM KO LIN LLY LMT LOW LRCX MA MAR MCD MDLZ MDT MELI META
      MO MRK MRNA MS MSFT MU NEE NEM NET NFLX NIO NKE NOW NVDA NVO O ORCL OXY PANW PDD PEP PFE PG PLD PLTR PM
      PYPL QCOM RTX SBUX SCHW SHEL SHOP SLB SNOW SO SPGI SPOT T TGT TJX TMO TMUS TSLA TSM TXN UBER UNH UNP UPS
      V VZ WFC WMT XOM
      HBRW QLDN OXMR TVLN
      ABEV BTG GRAB ITUB JBLU LYG NOK PLUG RIG SNAP TEF`,
  },
  {
    market: 'HK',
    first: 4000,
    codes: `
      00001 00002 00003 00005 00006 00012 00016 00020 00027 00066 00101 00175 00241 00267 00268 00285 00288
      00291 00316 00322 00386 00388 00669 00688 00700 00762 00823 00836 00857 00883 00914 00939 00941 00981
      00992 01024 01038 01088 01093 01109 01113 01177 01211 01299 01378 01398 01810 01876 01928 02015 02018
      02020 02269 02313 02318 02319 02331 02359 02382 02388 02628 02899 03690 03692 03750 03968 03988 06618
      06690 06862 09618 09626 09633 09866 09868 09888 09961 09988 09992 09999
      04901 04902 04903 04904`,
  },
  {
    market: 'MX',
    first: 6000,
    codes: `
      AC ALPEKA ALSEA AMXB ASURB BBAJIOO BIMBOA BOLSAA CEMEXCPO CHDRAUIB CMOCTEZ CUERVO DANHOS13 FEMSAUBD
      FIBRAPL14 FMTY14 FRAGUAB FUNO11 GAPB GCARSOA1 GCC GENTERA GFINBURO GFNORTEO GMEXICOB GNP GRUMAB HERDEZ
      ICHB KIMBERA KOFUBL LABB LACOMERUBC LIVEPOL1 MEGACPO OMAB ORBIA PENOLES PINFRA Q RA SORIANAB TLEVISACPO
      VESTA VISTAA VOLARA WALMEX
      NORVIA TELARB QUETZA LAGUNB`,
  },
]

const ids = new Map<string, number>(
  pathIdLists.flatMap(({ market, first, codes }) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code, index) => [`${market}:${code}`, first + index] as const),
  ),
)

/** The id of the own path of 'US:AAPL' or 'COMMODITY:CL'. A new instrument is appended to the list of its market. */
export function ownPathId(key: string): number {
  const id = ids.get(key)
  assert(id !== undefined, `${key} has a path id (append it to path-ids.ts)`)
  return id
}
