/** The browser and the system of a user agent's text, or the name of a program that is no browser; undefined when unknown. */
export type AgentName = {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly program: string | undefined
}

/** In this order: browsers also name the ones that they are built on. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MicroMessenger\//, 'WeChat'],
  [/FxiOS\/|Firefox\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const find = (names: readonly [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** Every browser calls itself Mozilla; other programs begin with their own name. */
function programOf(agent: string): string | undefined {
  if (agent.startsWith('Mozilla/')) return undefined
  return /^(?:node$|undici)/.test(agent) ? 'Node.js' : /^[\w.-]+/.exec(agent)?.[0]
}

export function agentName(agent: string): AgentName {
  const browser = find(browsers, agent)
  return { browser, system: find(systems, agent), program: browser === undefined ? programOf(agent) : undefined }
}
