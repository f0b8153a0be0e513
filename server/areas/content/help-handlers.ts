import { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Content } from './actions.ts'

type HelpHandlers = Pick<Handlers<typeof calls.content, Context, PersonContext>, 'help'>

/** The entries of the help, in the order of a search or of their files. */
export function helpHandlers({
  traditional,
  help,
}: {
  readonly traditional: Traditional
  readonly help: Content['help']
}): HelpHandlers {
  return {
    async help({ kind, keyword }, { language }) {
      const wanted = keyword?.trim() ?? ''
      const found = wanted === '' ? help.entries : help.search(wanted)
      const ids = help.articleIds()
      return found
        .filter((entry) => kind === undefined || entry.kind === kind)
        .map(({ kind: own, slug, page, article, texts: { en, zh } }) => ({
          kind: own,
          slug,
          title: textIn({ en: en.title, zh: zh.title }, language, traditional),
          text: textIn({ en: en.text, zh: zh.text }, language, traditional),
          page,
          articleId: ids.get(own === 'article' ? slug : (article ?? '')),
        }))
    },
  }
}
