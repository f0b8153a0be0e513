import { expect, type Locator } from './journey.ts'

/** Where an element is in the window. */
export const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not in view')
  return box
}

/** Whether one stands at the left of the other, with some line in common. */
export async function expectBeside(left: Locator, right: Locator): Promise<void> {
  await expect(left).toBeVisible()
  await expect(right).toBeVisible()
  const [one, other] = [await boxOf(left), await boxOf(right)]
  expect(one.x + one.width).toBeLessThanOrEqual(other.x)
  expect(Math.max(one.y, other.y)).toBeLessThan(Math.min(one.y + one.height, other.y + other.height))
}
