import { setConfiguration } from '#areas/desk/actions.ts'
import { settable } from '#areas/desk/configuration.ts'
import { versionsAhead, versionsInForce } from '#areas/desk/store-versions.ts'
import { isoInstant } from '#clock.ts'
import { neededInstant, table, type Command } from './command.ts'

export const configurationCommands: readonly Command[] = [
  {
    name: 'config list',
    about: 'lists every setting with its value in force and its announced versions',
    takes: [],
    examples: ['config list', 'config list --json'],
    changes: false,
    async run({ db, now }) {
      const inForce = new Map((await versionsInForce(db, now)).map((version) => [version.key, version]))
      const ahead = Map.groupBy(await versionsAhead(db, now), ({ key }) => key)
      const rows = Array.from(settable.values(), ({ key, fallback }) => {
        const version = inForce.get(key)
        const next = (ahead.get(key) ?? []).map(
          ({ value, effectiveFrom }) => `${String(value)} from ${isoInstant(effectiveFrom)}`,
        )
        return [
          key,
          String(version?.value ?? fallback),
          version === undefined ? 'default' : `version ${version.id}`,
          next.join(', '),
        ]
      })
      const data = rows.map(([key, value, version, next]) => ({ key, value, version, next }))
      return {
        isSuccess: true,
        lines: table([['setting', 'in force', 'source', 'announced'], ...rows]),
        data: { settings: data },
      }
    },
  },
  {
    name: 'config set',
    about: 'adds a version of a setting, which comes into force for all users at a later time',
    takes: ['KEY', 'VALUE'],
    options: {
      from: {
        type: 'string',
        value: 'TIME',
        about: 'when it comes into force, by the market clock: 2026-12-01T00:00:00Z',
      },
    },
    examples: ['config set token.idleDays 3 --from 2026-12-01T00:00:00Z --reason "shared computers"'],
    changes: true,
    async run({ db, ...occasion }, given) {
      const [key = '', text = ''] = given.arguments
      const from = neededInstant(given, 'from')
      const { id, effectiveFrom, hash } = await setConfiguration(db, { key, text, from }, occasion)
      return {
        isSuccess: true,
        lines: [
          `${key} is ${text} from ${isoInstant(effectiveFrom)} (version ${id}, ${hash.toString('hex').slice(0, 12)}…)`,
        ],
        data: { id, key, value: text, from: effectiveFrom, hash: hash.toString('hex') },
      }
    },
  },
]
