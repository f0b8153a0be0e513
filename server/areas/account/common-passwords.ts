/** Words of this product, and of those whom it is made for, that the library does not have; in small letters. */
const own =
  '01012009 bitcoin china123 demo123 login p@ssword p@ssw0rd1 pa$$word toor ubs123 ubsmex ubsmex1 woaini1314 woaini520'

let list: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...own.split(' ')])
}

/**
 * The passwords that everybody tries first, in small letters: the 49,000 most used of ten million that were stolen
 * elsewhere. What a finger finds by itself is not among them: `brokenRule` knows it. They take 35 ms and 5 MB, so they
 * are loaded when the first password is chosen.
 */
export const commonPasswords = (): Promise<ReadonlySet<string>> => (list ??= load())
