import type { SectorOfMarket } from '@mex/contract/market/screens.ts'
import type { CSSProperties } from 'react'

import { changePercentText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { TextButton } from '#ui/text-button.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import styles from './heat-map.module.css'

type Props = {
  sectors: readonly SectorOfMarket[]
  /** The key of the chosen sector. */
  chosen: string | undefined
  onChoose: (group: string | undefined) => void
}

/** A mean change of so many hundredths of a percent has the full colour. */
const fullChange = 150
const [paleTint, fullTint] = [20, 100] as const

/** The colour of a tile grows with the change; sign and triangle say the same without colour. */
function tintOf({ changeRatio }: SectorOfMarket): CSSProperties {
  const share = Math.min(1, Math.abs(Number(changeRatio)) / fullChange)
  const strength = changeRatio === 0n ? 0 : Math.round(paleTint + (fullTint - paleTint) * share)
  const tone = changeRatio > 0n ? 'up' : 'down'
  return {
    '--tone': `var(--${tone})`,
    '--tone-soft': `var(--${tone}-soft)`,
    '--strength': `${strength}%`,
  } as CSSProperties
}

/** The sectors of a market as tiles: each is a button that shows its shares; the first shows all. */
export function HeatMap({ sectors, chosen, onChoose }: Props) {
  const t = useText()
  return (
    <ul className={classes(styles['map'], sectors.length % 3 === 2 && styles['byThree'])}>
      <li>
        <button
          type="button"
          className={styles['tile']}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          <span className={styles['name']}>{t('screener.allSectors')}</span>
          <span className={styles['all']}>{t('screener.counts', countsOf(sectors))}</span>
        </button>
      </li>
      {sectors.map((sector) => {
        const { group, name } = sector
        return (
          <li key={group}>
            <button
              type="button"
              className={styles['tile']}
              style={tintOf(sector)}
              aria-pressed={chosen === group}
              onClick={() => onChoose(group)}
            >
              <span className={styles['name']}>{name}</span>
              <Change change={changePercentText(sector.changeRatio)} size={17} />
              <span className={styles['counts']}>{t('screener.counts', countsOf([sector]))}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** How many shares of sectors rise and fall. */
const countsOf = (sectors: readonly SectorOfMarket[]) => ({
  rising: String(sectors.reduce((sum, { rising }) => sum + rising, 0)),
  falling: String(sectors.reduce((sum, { falling }) => sum + falling, 0)),
})

/** The same sectors as a table. */
export function SectorTable({ sectors, onChoose }: Props) {
  const t = useText()
  return (
    <WideTable className={styles['table']}>
      <caption hidden>{t('screener.sectors')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('screener.sector')}</th>
          <th scope="col">{t('screener.change')}</th>
          <th scope="col">{t('screener.rising')}</th>
          <th scope="col">{t('screener.falling')}</th>
        </tr>
      </thead>
      <tbody>
        {sectors.map(({ group, name, changeRatio, rising, falling }) => (
          <tr key={group}>
            <td>
              <TextButton text={name} onPress={() => onChoose(group)} />
            </td>
            <td>
              <Change change={changePercentText(changeRatio)} />
            </td>
            <td>{rising}</td>
            <td>{falling}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}
