import { parseArgs } from 'node:util'
import { Declined, marketNow, recordInvocation } from '#areas/desk/actions.ts'
import {
  escapedControls,
  withoutControls,
  WrongUsage,
  type Command,
  type Given,
  type Outcome,
  type Tools,
} from './command.ts'
import { commands } from './commands.ts'

/** The environment of a command line; tests provide their own. */
export type Shell = {
  /** The wall clock. */
  readonly wallNow: () => number
  /** The user of the operating system. */
  readonly user: string
  /** Opens the dependencies of a command, runs `work` and closes them. */
  withTools(
    command: Command,
    work: (tools: Omit<Tools, 'now' | 'wallNow' | 'speed' | 'author' | 'reason'>) => Promise<number>,
  ): Promise<number>
  print(line: string): void
  complain(line: string): void
}

/** 0 done or right, 1 declined or different, 2 invalid command line. `server/ops.ts` adds 3 for a program error. */
export type ExitCode = 0 | 1 | 2

const everyOption = {
  help: { type: 'boolean', about: 'shows the usage of the command' },
  json: { type: 'boolean', about: 'prints JSON' },
  as: { type: 'string', value: 'NAME', about: 'your name, if several operators share one account' },
  reason: {
    type: 'string',
    value: 'TEXT',
    about: 'why: kept for ever, required by every command that changes something',
  },
} as const

const optionsOf = ({ options = {} }: Command) => ({ ...options, ...everyOption })

/** The help text with all commands, or with those that begin with the same word. */
export function overview(listed: readonly Command[] = commands): string {
  const width = Math.max(...listed.map(({ name, takes }) => [name, ...takes].join(' ').length))
  const lines = listed.map(({ name, takes, about }) => `  ${[name, ...takes].join(' ').padEnd(width)}  ${about}`)
  return [
    'npm run ops -- COMMAND [options]',
    '',
    ...lines,
    '',
    'COMMAND --help shows its usage. The ledger records every command: who, when, what and why. No command can change the',
    'result of a single user. Exit codes: 0 done or no differences, 1 declined or differences found, 2 invalid command',
    'line, 3 program error.',
  ].join('\n')
}

const usageOf = ({ name, takes, changes }: Command): string =>
  `npm run ops -- ${[name, ...takes].join(' ')}${changes ? ' --reason TEXT' : ''}`

/** The `--help` of one command. */
export function helpOf(command: Command): string {
  const options = Object.entries(optionsOf(command)).map(([name, option]) => {
    const value = 'value' in option ? ` ${option.value}` : ''
    return [`--${name}${value}`, option.about] as const
  })
  const width = Math.max(...options.map(([name]) => name.length))
  return [
    usageOf(command),
    '',
    command.about,
    '',
    ...options.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`),
    '',
    ...command.examples.map((example) => `  npm run ops -- ${example}`),
  ].join('\n')
}

/** Answers words that are not a command with the commands that begin with the same word, else with all. */
function showOverview(shell: Shell, words: readonly string[], wantsHelp: boolean): ExitCode {
  const similar = commands.filter(({ name }) => name.split(' ')[0] === words[0])
  const list = overview(similar.length === 0 ? commands : similar)
  if (words.length === 0 || (wantsHelp && similar.length > 0)) {
    shell.print(list)
    return 0
  }
  shell.complain(`There is no command "${words.join(' ')}".\n\n${list}`)
  return 2
}

const more = ({ name }: Command): string => `npm run ops -- ${name} --help shows the usage.`

function find(words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
}

function read(argv: readonly string[], command: Command): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries(Object.entries(optionsOf(command)).map(([name, { type }]) => [name, { type }])),
    })
    return { arguments: positionals.slice(command.name.split(' ').length), options: values as Given['options'] }
  } catch (error) {
    // The first sentence of Node's message names the fault; the rest is advice that does not apply here.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new WrongUsage(`${sentence.replace(/\.$/, '')}.`)
  }
}

/** The fault in the arguments; undefined if there is none. */
function argumentFault({ takes, changes }: Command, given: Given): string | undefined {
  const needed = takes.filter((name) => !name.startsWith('['))
  if (given.arguments.length < needed.length) return `${needed[given.arguments.length] ?? ''} is missing.`
  const isOpenEnded = takes.at(-1)?.includes('…') === true
  if (!isOpenEnded && given.arguments.length > takes.length)
    return `${given.arguments[takes.length] ?? ''} is one argument too many.`
  const reason = given.options['reason']
  if (changes && (typeof reason !== 'string' || reason.trim() === '')) return '--reason is missing: say why.'
  return undefined
}

function show(shell: Shell, command: Command, given: Given, outcome: Outcome): ExitCode {
  if (given.options['json'] === true)
    shell.print(
      escapedControls(
        JSON.stringify({ command: command.name, right: outcome.isSuccess, ...outcome.data }, (_, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        ),
      ),
    )
  else for (const line of outcome.lines) shell.print(withoutControls(line))
  return outcome.isSuccess ? 0 : 1
}

async function execute(shell: Shell, command: Command, given: Given, argv: readonly string[]): Promise<number> {
  return shell.withTools(command, async (opened) => {
    const alias = given.options['as']
    const author = typeof alias === 'string' ? `${shell.user} (${alias})` : shell.user
    const reason = typeof given.options['reason'] === 'string' ? given.options['reason'].trim() : ''
    const record = async () => {
      const time = await marketNow(opened.db, shell.wallNow())
      const { now } = time
      const id = opened.randomness.bytes(16).toString('hex')
      const invocation = {
        id,
        author,
        now,
        command: command.name,
        given: argv,
        reason: reason === '' ? undefined : reason,
      }
      await recordInvocation(opened.db, invocation)
      return time
    }
    const recordsFirst = command.startsEmpty !== true
    const time = recordsFirst ? await record() : { now: shell.wallNow(), speed: 1 }
    const outcome = await command.run({ ...opened, ...time, wallNow: shell.wallNow(), author, reason }, given)
    if (!recordsFirst && outcome.isSuccess) await record()
    return show(shell, command, given, outcome)
  })
}

/** Accepts `help review` and `-h` as `--help`. */
const asHelp = ([first, ...rest]: readonly string[]): readonly string[] | undefined =>
  first === 'help' || first === '-h' ? [...rest, '--help'] : undefined

/** Runs one command line and returns its exit code. */
export async function runOps(typed: readonly string[], shell: Shell): Promise<number> {
  const argv = asHelp(typed) ?? typed
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, strict: false })
  const command = find(positionals)
  if (command === undefined) return showOverview(shell, positionals, values['help'] === true)
  try {
    const given = read(argv, command)
    if (given.options['help'] === true) {
      shell.print(helpOf(command))
      return 0
    }
    const fault = argumentFault(command, given)
    if (fault !== undefined) throw new WrongUsage(`${fault} Usage: ${usageOf(command)}`)
    return await execute(shell, command, given, argv)
  } catch (error) {
    if (error instanceof WrongUsage) {
      shell.complain(`${error.message}\n${more(command)}`)
      return 2
    }
    if (error instanceof Declined) {
      shell.complain(error.message)
      return 1
    }
    throw error
  }
}
