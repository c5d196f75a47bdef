export { Unbuilt as Documentation } from '../Unbuilt';
