/** Keeps the event loop from every turn for so long, as a long computation does, or a machine that others use. */
export const standStill = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
