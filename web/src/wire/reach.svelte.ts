/** Whether the server can be reached; apart from the connection, which only what is hosted loads. */
export const server = $state({
  /** It has been out of reach for long enough to say so. */
  lost: false,
});
