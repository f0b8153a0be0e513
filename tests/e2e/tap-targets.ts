import type { Page } from '@playwright/test'

/**
 * The controls in the page whose tappable area is below 44 × 44 CSS pixels, one line each with its size. The area is
 * measured by asking the browser what a finger hits around the centre, so it counts labels and areas that are wider than
 * what is drawn. Exempt are links in a running sentence, and marks in a chart, which stand where their values are
 * (`data-plotted`; WCAG 2.5.5).
 */
export async function smallTargetsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const step = 0.5
    // A box may begin and end within a step.
    const enough = 44 - step
    const half = enough / 2
    const controls =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider], [role=option], [role=menuitem]'
    const exempt = '[data-plotted]'
    const isInSentence = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      !getComputedStyle(parentElement).display.includes('flex') &&
      [...parentElement.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    const labelsOf = (element: Element): readonly HTMLElement[] =>
      element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []

    /** The size around the centre of a box of the control; undefined where something else is hit. */
    function sizeOf(element: Element, box: Element): readonly [width: number, height: number] | undefined {
      const { left, top, width, height } = box.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const isHit = (toRight: number, down: number): boolean => {
        const hit = document.elementFromPoint(x + toRight, y + down)
        const control = hit?.closest(controls) ?? null
        return (
          control === element ||
          ((control === null || isInSentence(control)) && labelsOf(element).some((label) => label.contains(hit)))
        )
      }
      if (!isHit(0, 0)) return undefined
      const lengthOf = (isHitAt: (distance: number) => boolean): number => {
        // Most controls lie around their centre, which four points tell.
        if ([-half, half, -half / 2, half / 2].every(isHitAt)) return enough
        let [before, after] = [0, 0]
        while (before < enough && isHitAt(-before - step)) before += step
        while (after < enough && isHitAt(after + step)) after += step
        return before + after + step
      }
      return [lengthOf((distance) => isHit(distance, 0)), lengthOf((distance) => isHit(0, distance))]
    }

    return [...document.querySelectorAll(controls)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || isInSentence(element) || element.matches(exempt))
        return []
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const sizes = [element, ...labelsOf(element)].flatMap((box) => {
        const size = sizeOf(element, box)
        return size === undefined ? [] : [size]
      })
      if (sizes.length === 0 || sizes.some(([width, height]) => width >= enough && height >= enough)) return []
      const name = element.ariaLabel ?? (element.textContent.trim() || labelsOf(element)[0]?.textContent)
      return [`${sizes.map((size) => size.join(' × ')).join(', ')}: ${name} ${element.outerHTML.slice(0, 140)}`]
    })
  })
}
