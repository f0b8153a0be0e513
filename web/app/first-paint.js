// Runs inside the page, before anything is drawn and before the program is there (build/page.ts puts it there, with its list).
/** What was chosen or kept here earlier. Without storage the system's theme stands, and English. */
const stored = (name) => {
  try {
    return localStorage.getItem(`mex.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

// The theme, colours and language, so that no other ones flash.
const language = stored('language') ?? 'en'
const theme = stored('theme')
const { dataset } = document.documentElement
document.documentElement.lang = language
if (theme === 'light' || theme === 'dark') dataset.theme = theme
dataset.colors = stored('colours') ?? 'standard'

/** The request of a call of the list; undefined if the address lacks what it asks for. */
const requestOf = ({ method, path, type, body, fields }, parameters) => {
  if (fields === undefined) return { method, path, type, body }
  const entries = fields.map(([field, name, isNumber]) => {
    const value = parameters.get(name) ?? undefined
    return [field, isNumber === true && value !== undefined ? Number(value) : value]
  })
  if (entries.some((entry) => entry[1] === undefined) === true) return undefined
  return method === 'GET'
    ? { method, path: `${path}?${new URLSearchParams(entries)}`, type }
    : { method, path, type, body: JSON.stringify(Object.fromEntries(entries)) }
}

/** Makes the first calls of the page; the program takes the answers over (data/first-answers.ts). */
const ask = (calls, answers, token, parameters) => {
  const headers = token === undefined ? { lang: language } : { lang: language, authorization: token }
  for (const call of calls) {
    if (call.isPersonal === true && token === undefined) continue
    // An address with parameters may show another list than the page does by itself.
    if (call.fields === undefined && call.isAlways !== true && parameters.size > 0) continue
    const request = requestOf(call, parameters)
    if (request === undefined) continue
    const { method, path, type, body } = request
    answers[[path, body, token, language].join(' ')] = fetch(path, {
      method,
      headers: { ...headers, 'content-type': type },
      body,
    }).catch(() => undefined)
  }
}

const fetchFile = (file) => {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.fetchPriority = 'low'
  link.href = `/assets/${file}`
  document.head.append(link)
}

// What this address shows first is fetched together with the program: its answers, its code and its texts.
const list = document.getElementById('first-visit')
if (list !== null) {
  const { program, files, texts, welcome, always, pages } = JSON.parse(list.textContent)
  const [path, search] = location.hash.slice(1).split('?')
  const token = stored('token') || undefined
  const page = pages[path || '/']
  // Home and Account have columns on a tablet (app/tablet.css).
  if (page === pages['/'] || path === '/pages/profile/index') dataset.first = 'columns'
  const isShown = page !== undefined && (page.isPersonal === false || token !== undefined)
  if (page === pages['/'] && token === undefined)
    for (const [name, text] of Object.entries(welcome[language] ?? {}))
      document.documentElement.style.setProperty(`--${name}`, JSON.stringify(text))
  const calls = [...always, ...(isShown ? page.calls : [])]
  const answers = {}
  globalThis.firstAnswers = answers
  // What nobody has taken by then is old.
  setTimeout(() => delete globalThis.firstAnswers, 10_000)
  const askAll = (isLate) =>
    ask(
      calls.filter((call) => (call.isLate === true) === isLate),
      answers,
      token,
      new URLSearchParams(search),
    )
  askAll(false)
  const wanted = isShown ? [...page.files, ...(page.texts[language] ?? [])] : []
  // The numbers of the files are in the order of their sizes, the smallest first.
  for (const index of [...(texts[language] ?? []), ...wanted].sort((one, other) => one - other)) fetchFile(files[index])
  // The program runs them one by one (app/first-files.ts), those that others import first.
  globalThis.firstFiles = wanted.map((index) => files[index]).reverse()
  askAll(true)
  // Each file runs in a task of its own as soon as it is there. The last one imports the others, and would run them all.
  const load = (file) => import(file)
  void Promise.all(program.slice(0, -1).map(load)).then(() => load(program.at(-1)))
}
