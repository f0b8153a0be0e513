/** Joins the class names that apply: classes(styles['root'], open && styles['open']). */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ')
}
