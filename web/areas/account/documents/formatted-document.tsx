import { readMarkedText, readRuns, type Block } from '@mex/contract/content/marked-text.ts'
import { Fragment } from 'react'

import styles from './formatted-document.module.css'

/** A legal document with headings, lists and tables. */
export function FormattedDocument({ text }: { text: string }) {
  return (
    <article className={styles['document']}>
      {readMarkedText(text).map((block, index) => (
        <Part key={`${index}${block.kind}`} block={block} />
      ))}
    </article>
  )
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>
    case 'paragraph':
      return (
        <p>
          <Runs text={block.text} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Runs text={item} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return (
        <dl>
          {block.rows.map(([name = '', ...values]) => (
            <div key={name}>
              <dt>
                <Runs text={name} />
              </dt>
              {values.map((value, index) => (
                <dd key={`${block.head[index + 1] ?? ''}${value}`}>
                  <span>{block.head[index + 1]}</span>
                  <Runs text={value} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )
  }
}

function Runs({ text }: { text: string }) {
  return readRuns(text).map((run, index) =>
    run.isBold ? (
      <strong key={`${index}${run.text}`}>{run.text}</strong>
    ) : (
      <Fragment key={`${index}${run.text}`}>{run.text}</Fragment>
    ),
  )
}
