/** A catalogue in another language: the same keys with any texts. A missing or surplus key is a type error. */
export type Translation<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Translation<Catalogue[Key]>
}
