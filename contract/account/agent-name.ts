/** The browser and the system of a user agent's text; undefined when unknown. */
export type AgentName = { readonly browser: string | undefined; readonly system: string | undefined }

/** In this order: browsers also name the ones that they are built on. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MicroMessenger\//, 'WeChat'],
  [/FxiOS\/|Firefox\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^node|undici/, 'Node.js'],
  [/^curl\//, 'curl'],
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

export const agentName = (agent: string): AgentName => ({
  browser: find(browsers, agent),
  system: find(systems, agent),
})
