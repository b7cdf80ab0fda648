/**
 * Where the page is hosted: by a server of ours, or as files by any host. `holi site` writes a mark into the page of a site;
 * its content is the address of a server for tables with others, or empty.
 */

const mark = document.querySelector<HTMLMetaElement>('meta[name="holi-site"]');

/** Files only: nothing answers below `/api`, and the host knows no address but that of the page. */
export const isSite = mark !== null;

/** The server's own page, to which a site sends people who want to play with others; null if it knows of none. */
export const serverPage = mark?.content || null;

/** The folder that the page is in: a site can be below any path, a server's page is at the top. */
export const folder = isSite ? new URL(".", location.href) : new URL("/", location.href);
