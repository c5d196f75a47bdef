export { Unbuilt as Settings } from '../Unbuilt';
