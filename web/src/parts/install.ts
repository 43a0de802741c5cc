/** What a browser that can keep the page as an app hands over. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}
