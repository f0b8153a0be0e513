/** Words about this product and its users that are missing in the library; in lower case. */
const own =
  '01012009 bitcoin china123 demo123 login p@ssword p@ssw0rd1 pa$$word toor ubs123 ubsmex ubsmex1 woaini1314 woaini520'

let list: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...own.split(' ')])
}

/**
 * The most common passwords, in lower case: the 49,000 most used of ten million leaked ones. Keyboard patterns and
 * repeated characters are not in the list: `brokenRule` detects them. Loading takes 35 ms and 5 MB, so the list is
 * loaded when the first password is checked.
 */
export const commonPasswords = (): Promise<ReadonlySet<string>> => (list ??= load())
